/** Buttons, and links that look like them. */
import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'wouter';
import { classes } from './classes.ts';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

const shape =
  'inline-flex items-center justify-center gap-2 rounded-control font-medium whitespace-nowrap select-none ' +
  'transition-colors disabled:cursor-not-allowed disabled:opacity-55 no-underline';
const sizes = { normal: 'min-h-9 px-3.5', small: 'min-h-7 px-2.5 text-small' };
const looks: Record<ButtonLook, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  plain: 'bg-surface text-ink border border-line hover:bg-hover',
  quiet: 'text-muted hover:text-ink hover:bg-hover',
  danger: 'bg-bad-strong text-on-accent hover:brightness-110',
};

interface Look {
  look?: ButtonLook;
  size?: keyof typeof sizes;
  icon?: LucideIcon;
}

export interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** While it is: not to be pressed again, and it says so. */
  busy?: boolean;
  children: ReactNode;
}

export function Button({
  look = 'plain',
  size = 'normal',
  icon: Icon,
  busy,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={(event) => {
        // The rest of a double click is no second wish, and what the first began may be done by then.
        if (busy !== undefined && event.detail > 1) event.preventDefault();
        else onClick?.(event);
      }}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
      className={classes(shape, sizes[size], looks[look], className)}
    >
      {busy ? (
        <LoaderCircle size={16} aria-hidden className="animate-spin" />
      ) : (
        Icon && <Icon size={16} aria-hidden className="shrink-0" />
      )}
      {children}
    </button>
  );
}

/** `href` of another kind of page (a file, an outside address) is a plain link; ours stay inside the app. */
export function ButtonLink({
  look = 'plain',
  size = 'normal',
  icon: Icon,
  href,
  download,
  children,
  className,
  ...rest
}: Look & {
  href: string;
  download?: string | true;
  children: ReactNode;
  className?: string;
  'data-create'?: boolean;
}) {
  const styles = classes(shape, sizes[size], looks[look], className);
  const inside = (
    <>
      {Icon && <Icon size={16} aria-hidden className="shrink-0" />}
      {children}
    </>
  );
  const isFile =
    download !== undefined || !href.startsWith('/') || href.startsWith('/api/') || href.startsWith('/media/');
  return isFile ? (
    <a {...rest} href={href} download={download} className={styles}>
      {inside}
    </a>
  ) : (
    <Link {...rest} href={href} className={styles}>
      {inside}
    </Link>
  );
}

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: LucideIcon;
  /** What it does, for those who do not see the icon. */
  label: string;
}

export function IconButton({ icon: Icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classes(
        'inline-flex size-8 items-center justify-center rounded-control text-muted transition-colors',
        'hover:bg-hover hover:text-ink disabled:opacity-55',
        className,
      )}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}
