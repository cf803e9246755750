import { createTheme } from '@mantine/core';
import { breakpoints } from '#kit/facts.ts';
import { accent, amber, blue, dark, green, grey, red } from './palette.ts';
import parts from './parts.module.css';

const family =
  '"Inter Variable", "Noto Sans Arabic Variable", "Noto Sans Devanagari Variable", "Noto Sans JP Variable", "Noto Sans SC Variable", system-ui, sans-serif';

type CssVars = Record<string, string>;
const heights: Record<string, CssVars> = {
  xs: { '--button-height': '28px', '--button-padding-x': '10px', '--button-fz': '13px' },
  sm: { '--button-height': '32px', '--button-padding-x': '12px', '--button-fz': '13px' },
  md: { '--button-height': '40px', '--button-padding-x': '16px', '--button-fz': '14px' },
  lg: { '--button-height': '48px', '--button-padding-x': '24px', '--button-fz': '16px' },
};
const fields: Record<string, CssVars> = {
  sm: { '--input-height': '32px', '--input-fz': '13px' },
  md: { '--input-height': '40px', '--input-fz': '14px' },
  lg: { '--input-height': '48px', '--input-fz': '16px' },
};
type SizedProps = { size?: unknown };
const sizeOf = (props: SizedProps): string => (typeof props.size === 'string' ? props.size : 'sm');

/**
 * Defaults of the kit's parts. Given as plain objects, not by `Part.extend`: that would load every part with the first page.
 * Sizes: `sm` in administration, `md` in forms, `lg` where a guest holds a phone.
 */
const components = {
  Button: {
    defaultProps: { size: 'sm', variant: 'default' },
    classNames: { root: parts.button, section: parts.buttonSection },
    vars: (_theme: unknown, props: SizedProps) => ({ root: heights[sizeOf(props)] ?? {} }),
  },
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 32 }, classNames: { root: parts.icon } },
  Input: {
    defaultProps: { size: 'sm' },
    classNames: { input: parts.field },
    vars: (_theme: unknown, props: SizedProps) => ({ wrapper: fields[sizeOf(props)] ?? {} }),
  },
  InputWrapper: { classNames: { label: parts.label, description: parts.hint, error: parts.error } },
  TextInput: { defaultProps: { size: 'sm' } },
  Textarea: { defaultProps: { size: 'sm' } },
  PasswordInput: { defaultProps: { size: 'sm' }, classNames: { innerInput: parts.inner } },
  NativeSelect: { defaultProps: { size: 'sm' } },
  Select: { defaultProps: { size: 'sm', allowDeselect: false } },
  Checkbox: { defaultProps: { size: '16px', radius: 4 }, classNames: { input: parts.check, label: parts.checkLabel } },
  Switch: { defaultProps: { size: 'sm' }, classNames: { track: parts.track } },
  SegmentedControl: {
    defaultProps: { size: 'sm', transitionDuration: 150 },
    classNames: { root: parts.segments, indicator: parts.segment, label: parts.segmentLabel },
  },
  Tabs: { classNames: { list: parts.tabs, tab: parts.tab } },
  // inside the landmark: what floats is content of the page too
  Portal: { defaultProps: { target: '#main' } },
  Menu: {
    // without the placeholder the focus goes to the first item, and a menu holds nothing but items
    defaultProps: { shadow: 'md', offset: 4, transitionProps: { duration: 120 }, withInitialFocusPlaceholder: false },
    classNames: {
      dropdown: parts.menu,
      item: parts.menuItem,
      itemSection: parts.menuSection,
      divider: parts.menuDivider,
      label: parts.menuLabel,
    },
  },
  Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } }, classNames: { dropdown: parts.menu } },
  Tooltip: { defaultProps: { openDelay: 400, fz: 12, transitionProps: { duration: 120 } } },
  Progress: { defaultProps: { size: 6, radius: 'xl' } },
  Kbd: { classNames: { root: parts.kbd } },
  Anchor: { defaultProps: { underline: 'hover', fz: 'inherit' } },
};

// in em, so that layouts follow the reader's letter size
const inEm = (pixels: number) => `${pixels / 16}em`;

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  colors: { accent, gray: grey, dark, green, yellow: amber, red, blue },
  black: '#151922',
  fontFamily: family,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  breakpoints: {
    xs: inEm(360),
    sm: inEm(breakpoints.small),
    md: inEm(breakpoints.medium),
    lg: inEm(breakpoints.large),
    xl: inEm(breakpoints.huge),
  },
  headings: {
    fontFamily: family,
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '24px', lineHeight: '32px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
      h4: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  shadows: { md: 'var(--at-shadow)', lg: 'var(--at-shadow)' },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components,
});
