import { ActionIcon, Affix, Group, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { subscribeToDesktop } from '../ui/desktop.ts'
import { count } from '../ui/words/numbers.ts'
import { findRanges } from './find-ranges.ts'

/** The desktop app's own search of what a page shows; a browser has one. */
export function FindInPage() {
  const [isOpen, setOpen] = useState(false)
  const [words, setWords] = useState('')
  const [place, setPlace] = useState({ at: 0, of: 0 })
  const bar = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)

  function show(wanted: string, at: number) {
    const ranges = bar.current ? findRanges(wanted, bar.current) : []
    const now = ranges.at(ranges.length > 0 ? at % ranges.length : 0)
    CSS.highlights.set('found', new Highlight(...ranges))
    CSS.highlights.set('found-now', new Highlight(...(now ? [now] : [])))
    now?.startContainer.parentElement?.scrollIntoView({ block: 'center' })
    setPlace({ at: now ? ranges.indexOf(now) : 0, of: ranges.length })
  }
  function close() {
    CSS.highlights.clear()
    setOpen(false)
  }
  const step = useEffectEvent((by: 'begin' | 'next' | 'previous') => {
    if (isOpen && by !== 'begin') return show(words, place.at + (by === 'next' ? 1 : -1))
    setOpen(true)
    field.current?.select()
  })
  useEffect(() => subscribeToDesktop('find', (event) => step(event.step)), [])
  const begin = useEffectEvent(() => {
    field.current?.select()
    show(words, 0)
  })
  useEffect(() => {
    if (isOpen) begin()
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
          value={words}
          onChange={({ currentTarget: { value } }) => {
            setWords(value)
            show(value, 0)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close()
            if (event.key === 'Enter') show(words, place.at + (event.shiftKey ? -1 : 1))
          }}
        />
        <Text component="span" role="status" fz={13} miw={90}>
          {words && (place.of > 0 ? `${count(place.at + 1)} of ${count(place.of)}` : 'Nothing found')}
        </Text>
        <Step label="Find previous" onClick={() => show(words, place.at - 1)} icon={IconChevronUp} />
        <Step label="Find next" onClick={() => show(words, place.at + 1)} icon={IconChevronDown} />
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
