import { withPeriods } from '@alumni/shared/clock'
import { liftReply, type LimitName, type ShownBan } from '@alumni/shared/operations/protection'
import { Group } from '@mantine/core'
import { IconLockOpen, IconShieldCheck } from '@tabler/icons-react'
import { Section } from '../../ui/page/section.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { remove } from '../../http.ts'
import { askToConfirm } from '../../ui/form/dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { countOf } from '../../ui/words/numbers.ts'
import { protectionUrl } from './queries.ts'
import { column, type Column, dateColumn } from '../../ui/table/table-columns.tsx'

type BansProps = { bans: ShownBan[]; whatOf: (limit: LimitName) => string }

/** Lists current bans, their reasons, and how to lift them. */
export function Bans({ bans, whatOf }: BansProps) {
  const lift = useAction(
    (address: string) => remove(`${protectionUrl}/bans/${encodeURIComponent(address)}`, liftReply),
    {
      invalidates: ['protection'],
      successNotice: ({ lifted }) => ({ title: 'Ban lifted', message: `${lifted} is let in again.` }),
    },
  )
  const askToLift = ({ address }: ShownBan) =>
    askToConfirm({
      title: `Let ${address} in again?`,
      children:
        'Its counts start from zero. If it exceeds the limits again, it is locked out again. The audit log records your name.',
      confirm: 'Lift the ban',
      onConfirm: () => lift.mutate(address),
    })
  return (
    <Section title="Locked out now" gap={8} mb={40}>
      {bans.length === 0 ? (
        <Group component="p" gap={8} mih={36} className="muted">
          <IconShieldCheck size={18} stroke={1.8} aria-hidden /> No one is locked out.
        </Group>
      ) : (
        <DataTable
          caption="Addresses that are locked out"
          columns={columnsOf(whatOf)}
          rows={bans}
          rowKey={({ address }) => address}
          actions={[{ label: () => 'Lift the ban…', icon: IconLockOpen, run: askToLift }]}
        />
      )}
    </Section>
  )
}

function columnsOf(whatOf: BansProps['whatOf']): Column<ShownBan>[] {
  return [
    column('address', 'Address', (row) => <strong className="name">{row.address}</strong>),
    dateColumn('since', 'Since', (row) => row.since),
    column('until', 'Until', (row) => <Until at={row.until} />),
    column(
      'why',
      'Why',
      (row) => `Over a limit ${countOf(row.violations, ['time', 'times'])}, last: ${whatOf(row.limit).toLowerCase()}`,
    ),
  ]
}

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })

function Until({ at }: { at: string }) {
  return (
    <time dateTime={at} title={withPeriods(exact.format(new Date(at)))}>
      {withPeriods(clock.format(new Date(at)))}
    </time>
  )
}
