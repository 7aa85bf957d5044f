/** The six tools: each a name, what it takes and tells, and what it asks of the service. */
import { type Family, findModel, isId, listAll, statuses } from '@afterimage/contract';
import { argumentsSchema, fieldsOf, generateSchema, type ObjectSchema, waitSchema } from './arguments.ts';
import {
  generate,
  type Making,
  readSeconds,
  refused,
  type ToolCall,
  type ToolOutcome,
  waitForEnd,
} from './generate.ts';
import { sentenceOf } from './service-call.ts';
import { tell, toldSchema } from './tool-result.ts';

export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  annotations: { readOnlyHint: boolean; destructiveHint: false; openWorldHint: boolean };
  run(call: ToolCall): Promise<ToolOutcome>;
}

/** Clients give a call up after a minute, most of them. */
const pictureWaitSeconds = 50;
const looks = { readOnlyHint: true, destructiveHint: false, openWorldHint: false } as const;
const makes = { readOnlyHint: false, destructiveHint: false, openWorldHint: true } as const;
const text = { type: 'string' } as const;
const priced = { ...toldSchema, properties: { ...toldSchema.properties, price: text, ignored: text } };

/** The last of a kind is its usual one: pictures by epsilon-images; of videos the first, which takes the most forms. */
export function createTools(families: readonly Family[]): readonly Tool[] {
  const slugs = families.map(({ slug }) => slug);
  const makers = (output: Family['output']) => families.filter((family) => family.output === output);
  const pictures: Making = {
    families: makers('image'),
    usual: makers('image').at(-1)!,
    waitSeconds: pictureWaitSeconds,
  };
  const videos: Making = { families: makers('video'), usual: makers('video')[0]!, waitSeconds: 0 };
  return [
    {
      name: 'list_models',
      title: 'List models',
      description: 'The models there are, what each makes and costs. With `model`: the fields of that one.',
      inputSchema: argumentsSchema({
        output: { type: 'string', enum: ['image', 'video'], description: 'Only those that make it.' },
        model: { type: 'string', description: 'Only this one, with its fields.' },
      }),
      outputSchema: argumentsSchema({ models: { type: 'array', items: { type: 'object' } } }, ['models']),
      annotations: looks,
      run: listModels,
    },
    {
      name: 'generate_image',
      title: 'Generate an image',
      description:
        'Makes a picture from a prompt, and from images where its family takes them. Charges the price at once, waits for ' +
        'the result and tells its link. A wrong field is named in one sentence and costs nothing.',
      inputSchema: generateSchema(pictures.families, { usual: pictures.usual, wait: pictures.waitSeconds }),
      outputSchema: priced as unknown as ObjectSchema,
      annotations: makes,
      run: (call) => generate(call, pictures),
    },
    {
      name: 'generate_video',
      title: 'Generate a video',
      description:
        'Submits a video: from a prompt, from images, or by motion transfer, as its family takes them. Charges the price ' +
        'at once and tells the id; get_generation with `wait` tells how it ends, which takes minutes on most engines.',
      inputSchema: generateSchema(videos.families, { usual: videos.usual, wait: videos.waitSeconds }),
      outputSchema: priced as unknown as ObjectSchema,
      annotations: makes,
      run: (call) => generate(call, videos),
    },
    {
      name: 'get_generation',
      title: 'Get a generation',
      description: 'What has become of a generation: its status, its link once it is completed, its code if it failed.',
      inputSchema: argumentsSchema({ id: { type: 'string', format: 'uuid' }, wait: waitSchema(0) }, ['id']),
      outputSchema: toldSchema as unknown as ObjectSchema,
      annotations: looks,
      run: getGeneration,
    },
    {
      name: 'list_generations',
      title: 'List generations',
      description: "The account's generations, newest first.",
      inputSchema: argumentsSchema({
        family: { type: 'string', enum: slugs },
        status: { type: 'string', enum: statuses },
        limit: { type: 'integer', minimum: listAll.limitMin, maximum: listAll.limitMax, default: listAll.limitDefault },
        cursor: { type: 'string', description: '`next` of the page before.' },
      }),
      outputSchema: argumentsSchema(
        { items: { type: 'array', items: toldSchema }, next: { type: ['string', 'null'] } },
        ['items', 'next'],
      ),
      annotations: looks,
      run: listGenerations,
    },
    {
      name: 'get_balance',
      title: 'Get the balance',
      description: 'What the account has left to spend.',
      inputSchema: argumentsSchema({}),
      outputSchema: argumentsSchema({ balance: { type: 'number' }, currency: text }, ['balance', 'currency']),
      annotations: looks,
      run: async ({ ask }) => {
        const answer = await ask({ method: 'GET', path: '/v1/data/balance' });
        return answer.status === 200 ? { outcome: 'told', told: answer.json } : refused(sentenceOf(answer));
      },
    },
  ];
}

async function listModels({ ask, args, families }: ToolCall): Promise<ToolOutcome> {
  const { output, model } = args;
  if (output !== undefined && output !== 'image' && output !== 'video') return refused('output must be image or video');
  const named = typeof model === 'string' ? findModel(model, families) : undefined;
  if (model !== undefined && named === undefined) return refused('model must be one that list_models names');
  const answer = await ask({ method: 'GET', path: '/v1/models' });
  if (answer.status !== 200) return refused(sentenceOf(answer));
  const { data } = answer.json as {
    data: { id: string; family: string; output: string; prices: object; about: string }[];
  };
  const wanted = named && (named.model === null ? named.family.slug : `${named.family.slug}/${named.model}`);
  const models = data
    .filter((each) => (output === undefined || each.output === output) && (wanted === undefined || each.id === wanted))
    .map(({ id, output: makes, about, prices }) => ({ id, output: makes, about, prices_usd: prices }));
  const fields = named && { fields: fieldsOf(named.family) };
  return { outcome: 'told', told: { models: models.map((each) => ({ ...each, ...fields })) } };
}

async function getGeneration(call: ToolCall): Promise<ToolOutcome> {
  const { id, wait } = call.args;
  if (typeof id !== 'string' || !isId(id)) return refused('id must be that of a generation, a UUID');
  const seconds = readSeconds(wait, 0);
  if (typeof seconds === 'string') return refused(seconds);
  // Whose family it is, the account knows.
  const found = await call.ask({ method: 'GET', path: `/api/generations/${id}` });
  if (found.status !== 200) return refused(sentenceOf(found));
  const family = call.families.find(({ slug }) => slug === found.json['family']);
  if (family === undefined) return refused(`There is no family ${found.json['family']} any more`);
  const answer = await waitForEnd(call, { family, id, seconds });
  if (answer.status !== 200) return refused(sentenceOf(answer));
  return { outcome: 'told', told: tell(family, id.toLowerCase(), answer.json) };
}

async function listGenerations({ ask, args, families }: ToolCall): Promise<ToolOutcome> {
  const query = new URLSearchParams();
  for (const name of ['family', 'status', 'limit', 'cursor'] as const) {
    if (args[name] !== undefined && args[name] !== null) query.set(name, String(args[name]));
  }
  const answer = await ask({ method: 'GET', path: `/v1/generations?${query}` });
  if (answer.status !== 200) return refused(sentenceOf(answer));
  const { items, next } = answer.json as {
    items: { family: string; id: string; record: Record<string, unknown> }[];
    next: string | null;
  };
  const bySlug = new Map(families.map((family) => [family.slug, family]));
  const told = items.map(({ family, id, record }) => tell(bySlug.get(family)!, id, record));
  return { outcome: 'told', told: { items: told, next } };
}
