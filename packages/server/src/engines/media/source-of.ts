/** Whether what an engine makes comes from a trained model: its manifest says so to whoever asks. */
import type { RouteUse } from '../engine.ts';
import { isOfTheOperator } from '../kinds.ts';

const weights = /\.(safetensors|ckpt|gguf|pth?|onnx|sft)"/i;

/** An engine of one's own is believed to be what its route declares: a model by name, or weights that its workflow loads. */
export function sourceOf(kind: string, use: Pick<RouteUse, 'model' | 'workflow'>): 'trained' | 'algorithmic' {
  if (!isOfTheOperator(kind) || use.model !== null) return 'trained';
  return use.workflow !== null && weights.test(JSON.stringify(use.workflow)) ? 'trained' : 'algorithmic';
}
