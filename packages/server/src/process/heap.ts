/** How much garbage may gather before all that is alive is looked through for it. */
import { setFlagsFromString } from 'node:v8';

/** The service keeps some 20 MB alive; V8 would look through them whenever a few more have gathered, which costs more. */
const growthPercent = 200;

/** For the whole process, from the next look on. */
export function letHeapGrow(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}
