import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { takeFocus } from '../kit/take-focus.ts';

/** What has happened, in the place of the form that asked for it, and the way on. */
export function Notice({
  icon: Icon,
  title,
  children,
}: {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
}) {
  return (
    <div className="said">
      <title>{`${title} · Clickledger`}</title>
      <Icon size={24} aria-hidden="true" />
      <h1 className="login-title" ref={takeFocus} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}
