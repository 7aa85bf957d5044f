/** The addresses that others lead to, each once: the table of screens takes its own from here, too. */
export const addresses = {
  home: '/',
  signIn: '/sign-in',
  generations: '/generations',
  playground: '/playground',
  keys: '/keys',
  balance: '/balance',
  webhooks: '/webhooks',
  operator: '/operator',
} as const;

export const generationLink = (id: string): string => `${addresses.generations}/${id}`;
export const familyLink = (slug: string): string => `${addresses.playground}/${slug}`;
export const keyLink = (id: string): string => `${addresses.keys}/${id}`;
export const deliveryLink = (id: string): string => `${addresses.webhooks}/${id}`;

/** The list of generations has two addresses; a generation opens over it at one of its own. */
export const isGallery = (path: string): boolean => path === addresses.home || path === addresses.generations;
export const isGeneration = (path: string): boolean => path.startsWith(generationLink(''));
