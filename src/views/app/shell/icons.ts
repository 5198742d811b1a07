import {
  LayoutDashboard,
  type LucideIcon,
  RadioTower,
  ReceiptText,
  Settings,
  Table2,
} from 'lucide-react';
import type { ScreenIcon } from '#machines/app/screens.ts';

/** What the rows of screens call their pictures. */
export const icons: Record<ScreenIcon, LucideIcon> = {
  dashboard: LayoutDashboard,
  page: Table2,
  radio: RadioTower,
  receipt: ReceiptText,
  settings: Settings,
};
