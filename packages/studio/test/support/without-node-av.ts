/** A machine on which node-av cannot be loaded: prints the encoder that is chosen there. */
import { registerHooks } from 'node:module';
import { chooseEncoder } from '../../src/encoders/choose.ts';

registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('node-av')) throw new Error('no binary for this platform');
    return next(specifier, context);
  },
});

const { name } = await chooseEncoder('best');
console.log(name);
process.exit(0);
