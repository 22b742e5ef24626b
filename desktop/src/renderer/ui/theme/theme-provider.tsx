import { accentOf, accentSoftness } from '@alumni/shared/accent'
import { MantineProvider, createTheme, type CSSVariablesResolver } from '@mantine/core'
import { useMemo, type MouseEvent, type ReactNode } from 'react'
import { useInstitution } from '../institution/institution.ts'
import { buildShades } from './accent.ts'
import { readStyleNonce } from './style-nonce.ts'

export function ThemeProvider({ children }: { children: ReactNode }) {
  const color = useInstitution().color
  const theme = useMemo(() => buildTheme(color), [color])
  const resolver = useMemo(() => buildVariables(color), [color])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolver}
      defaultColorScheme="auto"
      getStyleNonce={readStyleNonce}
    >
      {children}
    </MantineProvider>
  )
}

function buildTheme(color: string) {
  return createTheme({
    primaryColor: 'accent',
    primaryShade: 6,
    colors: { accent: buildShades(color) },
    fontFamily: 'var(--font)',
    fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Code", "Segoe UI Mono", Menlo, Consolas, monospace',
    fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '22px' },
    lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.3' },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    radius: { xs: '8px', sm: '8px', md: '8px', lg: '8px', xl: '8px' },
    shadows: {
      xs: 'var(--shadow-low)',
      sm: 'var(--shadow-low)',
      md: 'var(--shadow-high)',
      lg: 'var(--shadow-high)',
      xl: 'var(--shadow-high)',
    },
    defaultRadius: 'md',
    respectReducedMotion: true,
    cursorType: 'pointer',
    focusRing: 'auto',
    components: {
      Button: { defaultProps: { size: 'sm' } },
      TextInput: { defaultProps: { size: 'sm' } },
      PasswordInput: {
        defaultProps: {
          size: 'sm',
          visibilityToggleButtonProps: { 'aria-label': 'Show or hide the password', tabIndex: 0 },
        },
      },
      // The scroll area would add a tab stop to the list.
      Select: { defaultProps: { size: 'sm', selectFirstOptionOnChange: true, withScrollArea: false } },
      MultiSelect: { defaultProps: { selectFirstOptionOnChange: true, withScrollArea: false } },
      Autocomplete: { defaultProps: { withScrollArea: false } },
      Checkbox: { defaultProps: { radius: 3 } },
      Modal: {
        defaultProps: {
          closeButtonProps: { 'aria-label': 'Close' },
          // The header of a dialog is not the banner of the page.
          attributes: { header: { role: 'presentation' } },
          transitionProps: { duration: 120 },
          overlayProps: {
            backgroundOpacity: 0.4,
            // The second click of a double-click on the button that opened the dialog must not close or blur it.
            onMouseDown: (event: MouseEvent) => event.preventDefault(),
            onClickCapture: (event: MouseEvent) => event.detail > 1 && event.stopPropagation(),
          },
        },
      },
      // The container announces toasts; errors set their own role.
      Notification: { defaultProps: { role: 'group', closeButtonProps: { 'aria-label': 'Close' } } },
      Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 100 } } },
      Menu: {
        defaultProps: { transitionProps: { duration: 100 }, shadow: 'md', withInitialFocusPlaceholder: false },
      },
    },
  })
}

function buildVariables(color: string): CSSVariablesResolver {
  const [light, dark] = [accentOf(color, 'light'), accentOf(color, 'dark')]
  const scheme = ({ filled, text }: typeof light, softness: number) => ({
    // Mantine's reds are too pale for text.
    '--mantine-color-red-6': 'var(--bad)',
    '--mantine-color-red-light-color': 'var(--bad)',
    '--mantine-color-red-light-hover': 'var(--bad-soft)',
    '--mantine-color-red-filled': 'var(--bad-filled)',
    '--mantine-color-red-filled-hover': 'color-mix(in srgb, var(--bad-filled) 88%, black)',
    '--accent': filled,
    '--accent-text': text,
    '--accent-soft': `color-mix(in srgb, ${text} ${softness}%, transparent)`,
    '--mantine-color-accent-filled': filled,
    '--mantine-color-accent-filled-hover': `color-mix(in srgb, ${filled} 88%, black)`,
    '--mantine-color-accent-text': text,
    '--mantine-color-accent-light': `color-mix(in srgb, ${text} ${softness}%, transparent)`,
    '--mantine-color-accent-light-hover': `color-mix(in srgb, ${text} ${softness + 4}%, transparent)`,
    '--mantine-color-accent-light-color': text,
    '--mantine-color-accent-outline': text,
    '--mantine-color-anchor': text,
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--mantine-color-placeholder': 'var(--ink-soft)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-default': 'var(--raised)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-default-color': 'var(--ink)',
  })
  return () => ({
    variables: {},
    light: scheme(light, accentSoftness.light),
    dark: scheme(dark, accentSoftness.dark),
  })
}
