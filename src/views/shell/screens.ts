import { LayoutDashboard, type LucideIcon } from 'lucide-react';

export type Screen = { path: string; name: string; icon: LucideIcon; letter: string };

/** The screens that exist; `g` and its letter go to one. */
export const screens: readonly Screen[] = [
  { path: '/dashboard', name: 'Dashboard', icon: LayoutDashboard, letter: 'd' },
];
