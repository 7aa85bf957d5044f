/** A field for an amount of money, typed as text: what is no amount is told by the service, in its words. */
import { Field, type FieldProps, TextInput } from './field.tsx';

export interface MoneyInputProps extends Omit<FieldProps, 'children'> {
  /** An amount of the usual size. */
  placeholder: string;
  value: string;
  onChange(typed: string): void;
}

export function MoneyInput({ placeholder, value, onChange, ...field }: MoneyInputProps) {
  return (
    <Field {...field}>
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
