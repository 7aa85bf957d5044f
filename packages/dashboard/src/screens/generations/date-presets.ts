/** Spans of days that people ask for, and a span in words. */
import { dayOfText, dayText, textOfDay } from '../../ui/dates.ts';

export interface Span {
  from?: string | undefined;
  to?: string | undefined;
}

/** In the reader's own days; `today` is the last of them. */
export function presetsOf(today: Date): { name: string; span: Span }[] {
  const back = (days: number) => textOfDay(new Date(today.getFullYear(), today.getMonth(), today.getDate() - days));
  const to = back(0);
  return [
    { name: 'Any time', span: {} },
    { name: 'Today', span: { from: to, to } },
    { name: 'Yesterday', span: { from: back(1), to: back(1) } },
    { name: 'Last 7 days', span: { from: back(6), to } },
    { name: 'Last 30 days', span: { from: back(29), to } },
    { name: 'This month', span: { from: textOfDay(new Date(today.getFullYear(), today.getMonth(), 1)), to } },
  ];
}

export function spanText(span: Span, today: Date): string {
  const preset = presetsOf(today).find((each) => each.span.from === span.from && each.span.to === span.to);
  if (preset !== undefined) return preset.name;
  const [from, to] = [span.from, span.to].map((said) => said && dayText(dayOfText(said)));
  if (from === undefined) return `Until ${to}`;
  if (to === undefined) return `Since ${from}`;
  return from === to ? from : `${from} – ${to}`;
}
