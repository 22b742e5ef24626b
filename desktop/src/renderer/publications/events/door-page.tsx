import { parseTypedCode, type DoorGuest, type DoorPage as PageData } from '@alumni/shared/publications/door'
import { Box, Group, Stack, Text, TextInput } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconCameraOff,
  IconCircleCheck,
  IconCircleX,
  IconCloudOff,
  IconCloudUp,
  IconQrcode,
  IconSearch,
  IconWifi,
} from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useState, type FormEvent, type ReactNode } from 'react'
import { FailedPage } from '../../domain/session/failed-page.tsx'
import { Alert } from '../../ui/alert.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { usePageTitle } from '../../ui/page/page.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { formatClock } from '../../domain/publications/clock.ts'
import { DoorCamera } from './door-camera.tsx'
import classes from './door.module.css'
import { events, rsvpStateLabels } from './kind.ts'
import { isRefusal, useDoor } from './use-door.ts'
import { describeCheckIn, checkCode, type Verdict } from './verdict.ts'
import { Button } from '../../ui/button.tsx'

/** Checks people in at the door: the user taps a name, or types or scans a code. Works offline. */
export function DoorPage() {
  const { id } = useParams({ from: '/champion_signups/events/$id/door' })
  const door = useDoor(Number(id))
  const { data, error, refetch } = door.query
  if (data && !isRefusal(error)) return <Door {...door} page={data} isOffline={error !== null} />
  return <DoorFrame>{error ? <FailedPage error={error} onRetry={refetch} /> : <PageSkeleton />}</DoorFrame>
}

function DoorFrame({ children }: { children: ReactNode }) {
  return (
    <Box component="main" maw={640} mih="100dvh" mx="auto" px={16} pb={96}>
      {children}
    </Box>
  )
}

type DoorProps = Pick<ReturnType<typeof useDoor>, 'guests' | 'mark' | 'waiting'> & {
  page: PageData
  isOffline: boolean
}

function Door({ page: { event }, guests, mark, waiting, isOffline }: DoorProps) {
  usePageTitle(event.title)
  const [query, setQuery] = useState('')
  const code = parseTypedCode(query)
  const namedGuests = guests.filter(({ name }) => matches(name, query))
  const found = code ? guests.filter((guest) => guest.code === code || namedGuests.includes(guest)) : namedGuests
  const [verdict, setVerdict] = useState<ShownVerdict | null>(null)
  const [isScanning, setScanning] = useState(false)
  const checkedInCount = guests.filter(({ status }) => status === 'attended').length
  const isOpen = Date.parse(event.opens_at) <= Date.now() && !event.is_cancelled
  function setCheckedIn(guest: DoorGuest, isCheckedIn: boolean, isLarge: boolean) {
    mark(guest, isCheckedIn ? 'attended' : 'going')
    setVerdict(isCheckedIn ? { ...describeCheckIn(guest), isLarge } : null)
  }
  function handleCode(text: string) {
    const verdict = checkCode({ event, guests }, text)
    if (verdict.guest && verdict.next === 'Undo') setCheckedIn(verdict.guest, true, true)
    else setVerdict({ ...verdict, isLarge: true })
  }
  function submit(submitted: FormEvent) {
    submitted.preventDefault()
    if (!isOpen || !code || namedGuests.length > 0) return
    handleCode(code)
    setQuery('')
  }
  return (
    <DoorFrame>
      <Stack component="header" className={classes.head} gap={8}>
        <Group
          gap={4}
          mih={24}
          style={{ alignSelf: 'flex-start' }}
          renderRoot={(props: object) => (
            <Link to={`${events.home}/$id`} params={{ id: String(event.id) }} {...props} />
          )}
        >
          <IconArrowLeft size={18} stroke={1.8} aria-hidden /> The event
        </Group>
        <h1 tabIndex={-1}>{event.title}</h1>
        <Group component="p" gap="4px 16px">
          <strong>
            {formatNumber(checkedInCount)} of {formatCount(guests.length, ['person', 'people'])} checked in
          </strong>
          <NetworkState waiting={waiting} isOffline={isOffline} />
        </Group>
        <Group component="form" gap={8} wrap="nowrap" onSubmit={submit}>
          <TextInput
            type="search"
            size="md"
            aria-label="Search by name or code"
            placeholder="Name or code"
            enterKeyHint="go"
            autoComplete="off"
            leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
            flex={1}
            value={query}
            onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          />
          <CameraButton isOn={isScanning} isDisabled={!isOpen} onClick={() => setScanning(!isScanning)} />
        </Group>
        {isScanning && <DoorCamera onRead={handleCode} />}
        <VerdictBox
          verdict={verdict}
          onNext={(guest, { next, isLarge }) => setCheckedIn(guest, next !== 'Undo', isLarge)}
        />
      </Stack>
      {!isOpen && <ClosedNotice event={event} />}
      <Guests
        found={found}
        hasGuests={guests.length > 0}
        isOpen={isOpen}
        onTap={(guest, isCheckedIn) => setCheckedIn(guest, isCheckedIn, false)}
      />
    </DoorFrame>
  )
}

/** The result for a code is large, because the user of the phone is looking at the guest. */
type ShownVerdict = Verdict & { isLarge: boolean }
const icons = { good: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX }
type VerdictBoxProps = { verdict: ShownVerdict | null; onNext: (guest: DoorGuest, verdict: ShownVerdict) => void }

function VerdictBox({ verdict, onNext }: VerdictBoxProps) {
  const { guest, isLarge, tone = 'good' } = verdict ?? {}
  const Icon = icons[tone]
  return (
    <div className={classes.verdict} role="status" data-tone={tone} data-large={isLarge}>
      {verdict && isLarge && <Icon size={44} stroke={1.8} aria-hidden />}
      {verdict && <span>{verdict.message}</span>}
      {verdict && guest && (
        <Button variant="default" size={isLarge ? 'md' : 'compact-sm'} onClick={() => onNext(guest, verdict)}>
          {verdict.next}
        </Button>
      )}
    </div>
  )
}

function CameraButton({ isOn, isDisabled, onClick }: { isOn: boolean; isDisabled: boolean; onClick: () => void }) {
  const Icon = isOn ? IconCameraOff : IconQrcode
  return (
    <Button variant="default" size="md" disabled={isDisabled} icon={Icon} onClick={onClick}>
      {isOn ? 'Stop' : 'Scan'}
    </Button>
  )
}

function NetworkState({ waiting, isOffline }: { waiting: number; isOffline: boolean }) {
  if (waiting > 0)
    return (
      <StateBadge icon={IconCloudUp} tone="warn">
        {formatCount(waiting, ['check-in waits', 'check-ins wait'])} for the network
      </StateBadge>
    )
  return isOffline ? (
    <StateBadge icon={IconCloudOff} tone="warn" label="No network. Keep going; check-ins are sent later." />
  ) : (
    <StateBadge icon={IconWifi} tone="good" label="All is saved" />
  )
}

function ClosedNotice({ event: { is_cancelled, opens_at, time_zone } }: Pick<PageData, 'event'>) {
  if (is_cancelled) return <Alert tone="bad">This event was canceled, so no one can be checked in.</Alert>
  return <Alert tone="info">Check-in opens {formatClock(opens_at, time_zone)}.</Alert>
}

type GuestsProps = {
  found: readonly DoorGuest[]
  hasGuests: boolean
  isOpen: boolean
  onTap: (guest: DoorGuest, isCheckedIn: boolean) => void
}

function Guests({ found, hasGuests, isOpen, onTap }: GuestsProps) {
  if (found.length === 0)
    return (
      <Text c="dimmed" py={24}>
        {hasGuests ? 'No one on the list has this name or code.' : 'No one has answered yet.'}
      </Text>
    )
  return (
    <ul className="list ruled" aria-label="Guests">
      {found.map((guest) => (
        <Guest key={guest.id} guest={guest} isOpen={isOpen} onTap={() => onTap(guest, guest.status !== 'attended')} />
      ))}
    </ul>
  )
}

type GuestProps = { guest: DoorGuest; isOpen: boolean; onTap: () => void }

function Guest({ guest: { name, guests, status }, isOpen, onTap }: GuestProps) {
  const isCheckedIn = status === 'attended'
  return (
    <li>
      <button type="button" aria-pressed={isCheckedIn} disabled={!isOpen} className={classes.guest} onClick={onTap}>
        <span className="lines">
          <strong>{name}</strong>
          {guests > 0 && <span className="fact">With {formatCount(guests, ['guest', 'guests'])}</span>}
        </span>
        {isCheckedIn ? (
          <StateBadge icon={IconCircleCheck} tone="good" label="Checked in" />
        ) : (
          status !== 'going' && <StateBadge {...rsvpStateLabels[status]} />
        )}
      </button>
    </li>
  )
}

/** Checks whether each word of the query is the beginning of a name part, ignoring accents. */
function matches(name: string, query: string): boolean {
  const parts = fold(name).split(/[\s-]+/)
  return fold(query)
    .split(/[\s-]+/)
    .every((word) => parts.some((part) => part.startsWith(word)))
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}
