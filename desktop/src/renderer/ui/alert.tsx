import { Box, Group } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconCircleX } from '@tabler/icons-react'
import { useEffect, useRef, type ReactNode } from 'react'

const icons = { bad: IconCircleX, warn: IconAlertTriangle, good: IconCircleCheck, info: IconInfoCircle }

type AlertProps = {
  tone: keyof typeof icons
  title?: string
  children?: ReactNode
  actions?: ReactNode
  isAlert?: boolean
  isFocused?: boolean
}

/** If `isAlert` is set, screen readers announce the alert immediately. */
export function Alert({ tone, title, children, actions, isAlert = false, isFocused = false }: AlertProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFocused) box.current?.focus()
  }, [isFocused])
  const Picture = icons[tone]
  return (
    <Group
      ref={box}
      align="stretch"
      gap={10}
      p="10px 14px"
      bd="1px solid color-mix(in srgb, var(--tone) 24%, transparent)"
      bdrs={8}
      bg={tone === 'info' ? 'var(--sunken)' : 'var(--ground)'}
      data-tone={tone}
      role={isAlert ? 'alert' : undefined}
      tabIndex={isFocused ? -1 : undefined}
    >
      <Picture size={18} stroke={1.7} color="var(--tone)" style={{ flex: 'none', marginTop: 2 }} aria-hidden />
      <Box flex="1 1 180px" miw={0} style={{ overflowWrap: 'anywhere' }}>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </Box>
      {actions && <Group gap={8}>{actions}</Group>}
    </Group>
  )
}
