import { Group, Stack, ThemeIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export type EmptyStateProps = {
  icon: Icon
  title: string
  children?: ReactNode
  actions?: ReactNode
  tone?: 'plain' | 'bad' | 'good'
}

export function EmptyState({ icon: Picture, title, children, actions, tone = 'plain' }: EmptyStateProps) {
  return (
    <Stack
      align="center"
      gap={6}
      px={24}
      py={48}
      ta="center"
      bg="var(--sunken)"
      bd="1px solid var(--line)"
      bdrs={8}
      style={{ textWrap: 'balance' }}
      data-tone={tone}
    >
      <ThemeIcon variant="default" size={44} radius={22} mb={6} c="var(--tone)" aria-hidden>
        <Picture size={24} stroke={1.5} />
      </ThemeIcon>
      <h2>{title}</h2>
      {children && (
        <Stack gap={4} maw="56ch" c="dimmed">
          {children}
        </Stack>
      )}
      {actions && (
        <Group justify="center" gap={8} mt={14}>
          {actions}
        </Group>
      )}
    </Stack>
  )
}
