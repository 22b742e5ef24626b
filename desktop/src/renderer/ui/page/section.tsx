import { Stack, type StackProps } from '@mantine/core'
import { useId, type ReactNode } from 'react'

type SectionProps = StackProps & { title: ReactNode; isRuled?: boolean; children: ReactNode }

export function Section({ title, isRuled = false, children, ...stack }: SectionProps) {
  const heading = useId()
  return (
    <Stack component="section" gap={isRuled ? 0 : 12} miw={0} {...stack} aria-labelledby={heading}>
      <h2 id={heading} className={isRuled ? 'ruled-heading' : undefined}>
        {title}
      </h2>
      {children}
    </Stack>
  )
}
