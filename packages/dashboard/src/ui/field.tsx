/** A labelled control with its hint and its fault, and the controls that go into it. */
import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useContext,
  useId,
} from 'react';
import { classes } from './classes.ts';

interface FieldIds {
  control: string;
  describedBy: string | undefined;
  invalid: boolean;
}

const Ids = createContext<FieldIds | null>(null);

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  fault?: string | null | undefined;
  /** Said after the label where not every field has to be filled in: that, or when it is not needed. */
  optional?: boolean | string;
  children: ReactNode;
  className?: string;
}

export function Field({ label, hint, fault, optional, children, className }: FieldProps) {
  const id = useId();
  const invalid = fault !== undefined && fault !== null && fault !== '';
  const describedBy = classes(hint !== undefined && `${id}-hint`, invalid && `${id}-fault`) || undefined;
  return (
    <div className={classes('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-small font-medium">
        {label}
        {optional && <span className="font-normal text-muted"> ({optional === true ? 'optional' : optional})</span>}
      </label>
      <Ids value={{ control: id, describedBy, invalid }}>{children}</Ids>
      {hint !== undefined && (
        <div id={`${id}-hint`} className="text-tiny text-muted">
          {hint}
        </div>
      )}
      {invalid && (
        <p id={`${id}-fault`} role="alert" className="text-small text-bad">
          {fault}
        </p>
      )}
    </div>
  );
}

/** A visible label over controls that name themselves to screen readers, such as a choice of a few. */
export function FieldGroup({ label, hint = '', fault, children }: Omit<FieldProps, 'optional' | 'className'>) {
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden className="text-small font-medium">
        {label}
      </span>
      {children}
      {hint !== '' && !fault && <span className="text-tiny text-muted">{hint}</span>}
      {fault && (
        <p role="alert" className="text-small text-bad">
          {fault}
        </p>
      )}
    </div>
  );
}

/** Ties a control to the label, hint and fault around it; also for controls of one's own. */
function useField() {
  const ids = useContext(Ids);
  if (ids === null) return {};
  return { id: ids.control, 'aria-describedby': ids.describedBy, 'aria-invalid': ids.invalid || undefined };
}

const control =
  'w-full min-w-0 rounded-control border border-edge bg-surface px-3 text-ink placeholder:text-muted ' +
  'transition-colors hover:border-muted aria-invalid:border-bad disabled:opacity-60';

export function TextInput({ className, ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return <input type="text" {...useField()} {...rest} className={classes(control, 'h-9', className)} />;
}

export function TextArea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea {...useField()} {...rest} className={classes(control, 'py-2', className)} />;
}

export function Select({ className, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return <select {...useField()} {...rest} className={classes(control, 'h-9 pr-2', className)} />;
}
