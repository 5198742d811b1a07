import {
  Funnel,
  LayoutDashboard,
  type LucideIcon,
  RadioTower,
  ReceiptText,
  Settings,
  Split,
  Table2,
  Tag,
} from 'lucide-react';
import type { ScreenIcon } from '#machines/app/screens.ts';

/** The icons that the rows of screens name. */
export const icons: Record<ScreenIcon, LucideIcon> = {
  dashboard: LayoutDashboard,
  funnel: Funnel,
  page: Table2,
  radio: RadioTower,
  receipt: ReceiptText,
  settings: Settings,
  split: Split,
  tag: Tag,
};
