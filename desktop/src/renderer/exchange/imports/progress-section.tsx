import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { Group, Text } from '@mantine/core'
import { useEffect, useState, useRef } from 'react'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { formatNumber, formatCount, formatDuration } from '../../ui/format/numbers.ts'

const importTexts = {
  scanning: {
    title: 'Reading the file',
    about: 'Every line is compared with what is on file. Nothing changes yet.',
  },
  importing: {
    title: 'Importing lines',
    about: 'You can leave this page; the import continues in the background.',
  },
  deleting: {
    title: 'Deleting records missing from the file',
    about: 'You can leave this page; the import continues in the background.',
  },
  finished: { title: 'Almost done', about: 'Adding up the totals.' },
}

const undoTexts: typeof importTexts = {
  ...importTexts,
  scanning: {
    title: 'Reading what the import did',
    about: 'Every record is compared with what is on file now. Nothing changes yet.',
  },
  importing: {
    title: 'Putting records back',
    about: 'You can leave this page; the undo continues in the background.',
  },
}

export function ProgressSection({ batch, isUnreachable }: { batch: ImportStatusReply; isUnreachable: boolean }) {
  const { phase, done, total } = batch.progress
  const { title, about } = (batch.undoes ? undoTexts : importTexts)[phase]
  const rate = useRate(phase, done, batch.updated_at)
  const percent = total > 0 ? Math.min(100, (done / total) * 100) : null
  const unit: [string, string] = phase === 'deleting' || batch.undoes ? ['record', 'records'] : ['line', 'lines']
  return (
    <section className="panel">
      <h2>{title}</h2>
      <p className="muted">{about}</p>
      <Group align="baseline" gap="4px 12px" mih={45}>
        <Text component="strong" fz={30} fw={600} lh={1.3}>
          {percent === null ? formatCount(done, unit) : `${formatNumber(Math.floor(percent))}%`}
        </Text>
        <span className="muted">
          {percent !== null && `${formatNumber(done)} of ${formatCount(total, unit)}`}
          {rate ? ` · ${formatNumber(Math.round(rate))} ${unit[1]} per second` : ''}
        </span>
        <Text span c="dimmed" ml="auto">
          {rate && percent !== null && percent < 100 ? `${formatDuration((total - done) / rate)} left` : ''}
        </Text>
      </Group>
      <ProgressBar label={title} percent={percent} />
      <Text role="status" className="fact warning" mih={21}>
        {isUnreachable
          ? 'Connection lost. The import continues on the server, and this page will reconnect.'
          : batch.error}
      </Text>
      <Announcer text={percent === null ? title : `${title}: ${Math.floor(percent / 10) * 10}%`} />
    </section>
  )
}

function Announcer({ text }: { text: string }) {
  const [announced, setAnnounced] = useState('')
  useEffect(() => setAnnounced(text), [text])
  return (
    <p className="visually-hidden" aria-live="polite">
      {announced}
    </p>
  )
}

type Sample = { time: number; rows: number }
const windowMs = 20_000

/** Returns rows per second over the last 20 seconds; null until there are enough samples. */
function useRate(phase: string, rows: number, updatedAt: string): number | null {
  const measurement = useRef<{ phase: string; samples: Sample[] }>({ phase, samples: [] })
  if (measurement.current.phase !== phase) measurement.current = { phase, samples: [] }
  const { samples } = measurement.current
  const time = Date.parse(updatedAt)
  const last = samples.at(-1)
  if (!last || (rows > last.rows && time > last.time)) samples.push({ time, rows })
  while (samples.length > 2 && time - (samples[0]?.time ?? time) > windowMs) samples.shift()
  return computeRate(samples)
}

function computeRate(samples: readonly Sample[]): number | null {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.time - first.time < 1500) return null
  return ((last.rows - first.rows) / (last.time - first.time)) * 1000
}
