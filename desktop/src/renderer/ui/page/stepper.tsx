import { Group } from '@mantine/core'
import { IconBan, IconCheck, IconX } from '@tabler/icons-react'
import type { Tone } from '../state-badge.tsx'
import classes from './stepper.module.css'

type Look = 'done' | 'current' | 'failed' | 'cancelled' | 'ahead'

type StepperProps = {
  label?: string
  steps: readonly string[]
  currentIndex: number
  currentLook: Exclude<Look, 'ahead'>
}

export function Stepper({ label = 'Steps of the import', steps, currentIndex, currentLook }: StepperProps) {
  return (
    <Group component="ol" className="list" gap={0} wrap="nowrap" align="stretch" mb={24} aria-label={label}>
      {steps.map((step, i) => {
        const look: Look = i < currentIndex ? 'done' : i > currentIndex ? 'ahead' : currentLook
        return (
          <Group
            component="li"
            key={step}
            gap={8}
            wrap="nowrap"
            className={classes.step}
            data-tone={tones[look]}
            aria-current={i === currentIndex ? 'step' : undefined}
          >
            <span className={classes.mark} aria-hidden>
              {look === 'done' ? (
                <IconCheck size={14} stroke={2.4} />
              ) : look === 'failed' ? (
                <IconX size={14} stroke={2.4} />
              ) : look === 'cancelled' ? (
                <IconBan size={14} stroke={2} />
              ) : (
                i + 1
              )}
            </span>
            <span className={classes.label}>
              {step}
              <span className="visually-hidden">{suffixes[look]}</span>
            </span>
          </Group>
        )
      })}
    </Group>
  )
}

const tones = { done: 'good', current: 'accent', failed: 'bad', cancelled: 'plain', ahead: 'plain' } satisfies Record<
  Look,
  Tone
>
const suffixes: Record<Look, string> = {
  done: ', done',
  current: ', now',
  failed: ', failed here',
  cancelled: ', canceled here',
  ahead: '',
}
