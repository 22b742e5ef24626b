import { Button as MantineButton, createPolymorphicComponent } from '@mantine/core'
import type { ButtonProps as MantineButtonProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react'

type Appearance = MantineButtonProps & { icon?: Icon | undefined }
const iconSizes: Record<string, number> = { xs: 14, 'compact-xs': 13, 'compact-sm': 14 }

function renderIcon({ icon: Picture, size, leftSection }: Appearance) {
  return Picture ? <Picture size={iconSizes[String(size)] ?? 16} stroke={1.7} aria-hidden /> : leftSection
}

export type ButtonProps = Appearance &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof Appearance> & { ref?: Ref<HTMLButtonElement> }

export const Button = createPolymorphicComponent<'button', ButtonProps>(({ icon, ...button }: ButtonProps) => (
  <MantineButton {...button} leftSection={renderIcon({ icon, ...button })} />
))

type LinkProps = Appearance & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Appearance>

export const LinkButton = createLink(({ icon, ...link }: LinkProps) => (
  <MantineButton component="a" {...link} leftSection={renderIcon({ icon, ...link })} />
))
