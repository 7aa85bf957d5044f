/** The type of the container library, which is itself loaded only where the permissive encoder is used. */
export type Mediabunny = typeof import('mediabunny');
