import {
  AppWindow,
  LayoutDashboard,
  type LucideIcon,
  RadioTower,
  ReceiptText,
  Settings,
} from 'lucide-react';
import type { ScreenIcon } from '#machines/app/screens.ts';

/** The icons that the rows of screens name. */
export const icons: Record<ScreenIcon, LucideIcon> = {
  dashboard: LayoutDashboard,
  page: AppWindow,
  radio: RadioTower,
  receipt: ReceiptText,
  settings: Settings,
};
