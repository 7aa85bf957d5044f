/** The pages of the documentation at `/docs`, in the order in which they are read. A page is its file and its line here. */
import { families } from '@afterimage/contract';
import { kinds } from '../engines/kinds.ts';

export interface Chapter {
  title: string;
  pages: readonly { slug: string; file: string }[];
}

const guide = (slug: string) => ({ slug, file: `guide/${slug}.md` });
const beside = (slug: string) => ({ slug, file: `${slug}.md` });

/** Files below `docs`. */
export const chapters: readonly Chapter[] = [
  { title: 'Start', pages: [guide('start')] },
  { title: 'Families', pages: families.map(({ slug }) => guide(slug)) },
  {
    title: 'For your application',
    pages: [
      ...['clients', 'command', 'waiting', 'webhooks', 'errors', 'idempotency', 'sandbox', 'limits', 'mcp', 'openai'],
      'moving',
    ].map(guide),
  },
  {
    title: 'For operators',
    pages: [guide('self-hosting'), beside('configuration'), beside('operating'), beside('security')],
  },
  {
    title: 'Engines',
    pages: [guide('engines'), ...[...kinds, 'moderation'].map((name) => guide(`engines/${name}`))],
  },
];
