/** What a person reads when a generation failed: its code, what that means, and what became of the money. */
import { type AnyRecord, createAccountApi, Refusal as ServiceRefusal } from '@afterimage/client';
import { failureMeanings } from '@afterimage/contract';
import { apiRoutes } from '@afterimage/contract/api';
import type { Caller } from '../calling/caller.ts';
import { exitCodes, Refusal } from '../exit-codes.ts';

export async function failureOf({ id, failure_code }: AnyRecord, caller: Caller): Promise<Refusal> {
  const code = failure_code ?? 'no code';
  const sentences = [`The generation failed with ${code}.`, failureMeanings[code], await refundSentence(id, caller)];
  const said = sentences.filter((sentence) => sentence !== undefined).join(' ');
  return new Refusal(said, exitCodes.generationFailed);
}

/** The operator decides what is given back, so the account is asked. Undefined when it does not answer. */
async function refundSentence(id: string, caller: Caller): Promise<string | undefined> {
  const { getGeneration } = createAccountApi({ getGeneration: apiRoutes.getGeneration }, { ...caller, fetch });
  try {
    const { price, refund } = await getGeneration({ id });
    return refund === null ? `The price, ${price} USD, is not given back.` : `${refund} USD were given back.`;
  } catch (fault) {
    if (fault instanceof ServiceRefusal) return undefined;
    throw fault;
  }
}
