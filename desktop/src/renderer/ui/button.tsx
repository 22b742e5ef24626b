import {
  Button as MantineButton,
  createPolymorphicComponent,
  type ButtonProps as MantineButtonProps,
} from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react'

type Looks = MantineButtonProps & {
  /** The picture before its words. */
  icon?: Icon | undefined
}
const sizes: Record<string, number> = { xs: 14, 'compact-xs': 13, 'compact-sm': 14 }

function pictureOf({ icon: Picture, size, leftSection }: Looks) {
  return Picture ? <Picture size={sizes[String(size)] ?? 16} stroke={1.7} aria-hidden /> : leftSection
}

export type ButtonProps = Looks &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof Looks> & { ref?: Ref<HTMLButtonElement> }

export const Button = createPolymorphicComponent<'button', ButtonProps>(({ icon, ...button }: ButtonProps) => (
  <MantineButton {...button} leftSection={pictureOf({ icon, ...button })} />
))

type LinkProps = Looks & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Looks>

/** The same as a link to a page. */
export const LinkButton = createLink(({ icon, ...link }: LinkProps) => (
  <MantineButton component="a" {...link} leftSection={pictureOf({ icon, ...link })} />
))
