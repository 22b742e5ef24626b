import { ActionIcon, Affix, Group, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { subscribeToDesktop } from '../ui/desktop.ts'
import { formatNumber } from '../ui/format/numbers.ts'
import { findRanges } from './find-ranges.ts'

/** For the desktop app only, because browsers have their own search. */
export function FindInPage() {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [match, setMatch] = useState({ index: 0, total: 0 })
  const bar = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)

  function show(query: string, index: number) {
    const ranges = bar.current ? findRanges(query, bar.current) : []
    const now = ranges.at(ranges.length > 0 ? index % ranges.length : 0)
    CSS.highlights.set('found', new Highlight(...ranges))
    CSS.highlights.set('found-now', new Highlight(...(now ? [now] : [])))
    now?.startContainer.parentElement?.scrollIntoView({ block: 'center' })
    setMatch({ index: now ? ranges.indexOf(now) : 0, total: ranges.length })
  }
  function close() {
    CSS.highlights.clear()
    setOpen(false)
  }
  const step = useEffectEvent((command: 'begin' | 'next' | 'previous') => {
    if (isOpen && command !== 'begin') return show(text, match.index + (command === 'next' ? 1 : -1))
    setOpen(true)
    field.current?.select()
  })
  useEffect(() => subscribeToDesktop('find', (event) => step(event.step)), [])
  const restart = useEffectEvent(() => {
    field.current?.select()
    show(text, 0)
  })
  useEffect(() => {
    if (isOpen) restart()
  }, [isOpen])

  if (!isOpen) return null
  return (
    <Affix
      withinPortal={false}
      ref={bar}
      role="search"
      aria-label="Find in page"
      className="floating"
      position={{ top: 8, right: 16 }}
      zIndex={400}
    >
      <Group gap={4} p={8} wrap="nowrap">
        <TextInput
          ref={field}
          size="xs"
          aria-label="Find in page"
          placeholder="Find in page"
          value={text}
          onChange={({ currentTarget: { value } }) => {
            setText(value)
            show(value, 0)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close()
            if (event.key === 'Enter') show(text, match.index + (event.shiftKey ? -1 : 1))
          }}
        />
        <Text component="span" role="status" fz={13} miw={90}>
          {text &&
            (match.total > 0 ? `${formatNumber(match.index + 1)} of ${formatNumber(match.total)}` : 'Nothing found')}
        </Text>
        <Step label="Find previous" onClick={() => show(text, match.index - 1)} icon={IconChevronUp} />
        <Step label="Find next" onClick={() => show(text, match.index + 1)} icon={IconChevronDown} />
        <Step label="Stop finding" onClick={close} icon={IconX} />
      </Group>
    </Affix>
  )
}

function Step({ label, icon: Picture, onClick }: { label: string; icon: typeof IconX; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      <Picture size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
}
