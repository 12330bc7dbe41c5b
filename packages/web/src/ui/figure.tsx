/** Figures beside each other: what each counts, its value, and a line, a bar or a few words. */
import '../app/board.css';
import type { ReactNode } from 'react';

export const FigureStrip = ({ children }: { readonly children: ReactNode }) => (
  <div className="figures-strip">{children}</div>
);

interface Props {
  readonly label: string;
  readonly value: string;
  readonly of?: string;
  readonly children: ReactNode;
}

export function Figure({ label, value, of, children }: Props) {
  return (
    <div className="figure">
      <span className="figure-label">{label}</span>
      <span className="figure-value">
        {value}
        {of !== undefined && <small> {of}</small>}
      </span>
      <span className="figure-side">{children}</span>
    </div>
  );
}
