import { LayoutDashboard, type LucideIcon, RadioTower, ReceiptText, Settings } from 'lucide-react';

export type Screen = { path: string; name: string; icon: LucideIcon; letter: string };

/** The screens that exist; `g` and its letter go to one. */
export const screens: readonly Screen[] = [
  { path: '/dashboard', name: 'Dashboard', icon: LayoutDashboard, letter: 'd' },
  { path: '/conversions', name: 'Conversions', icon: ReceiptText, letter: 'c' },
  { path: '/pixels', name: 'Pixels', icon: RadioTower, letter: 'p' },
  { path: '/settings', name: 'Settings', icon: Settings, letter: 's' },
];
