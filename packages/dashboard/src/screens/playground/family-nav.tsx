/** The families, side by side; each has an address of its own. */
import { families } from '@afterimage/contract';
import { Image, Video } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { familyLink } from '../../data/addresses.ts';
import { classes } from '../../ui/classes.ts';

export function FamilyNav({ chosen }: { chosen: string }) {
  const nav = useRef<HTMLElement>(null);
  // On a telephone the row is longer than the window: the one that is open should be seen in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another family is another link to bring into sight
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [chosen]);
  return (
    <nav ref={nav} aria-label="Families" className="relative -mx-1 overflow-x-auto px-1 py-1">
      <ul className="flex gap-1 sm:flex-wrap">
        {families.map(({ slug, output }) => {
          const Icon = output === 'video' ? Video : Image;
          const isChosen = slug === chosen;
          return (
            <li key={slug}>
              <Link
                href={familyLink(slug)}
                aria-current={isChosen ? 'page' : undefined}
                className={classes(
                  'flex min-h-8 items-center gap-1.5 rounded-full border px-2.5 text-small font-medium whitespace-nowrap transition-colors',
                  isChosen
                    ? 'border-transparent bg-accent-soft text-accent-text'
                    : 'border-line bg-surface text-muted hover:bg-hover hover:text-ink',
                )}
              >
                {/* Without it, all nine stand in one row on a laptop. */}
                <Icon size={14} aria-hidden className="sm:max-[87rem]:hidden" />
                {slug}
                <span className="sr-only">, {output}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
