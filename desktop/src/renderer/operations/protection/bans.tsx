import { withPeriods } from '@alumni/shared/clock'
import { liftReply, type LimitName, type ShownBan } from '@alumni/shared/operations/protection'
import { Group } from '@mantine/core'
import { IconLockOpen, IconShieldCheck } from '@tabler/icons-react'
import { Section } from '../../ui/page/section.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { remove } from '../../http.ts'
import { askToConfirm } from '../../ui/form/dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { protectionUrl } from './queries.ts'
import { column, type Column, dateColumn } from '../../ui/table/table-columns.tsx'

type BansProps = { bans: ShownBan[]; describeLimit: (limit: LimitName) => string }

export function Bans({ bans, describeLimit }: BansProps) {
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
          columns={buildColumns(describeLimit)}
          rows={bans}
          rowKey={({ address }) => address}
          actions={[{ label: () => 'Lift the ban…', icon: IconLockOpen, run: askToLift }]}
        />
      )}
    </Section>
  )
}

function buildColumns(describeLimit: BansProps['describeLimit']): Column<ShownBan>[] {
  return [
    column('address', 'Address', (row) => <strong className="name">{row.address}</strong>),
    dateColumn('since', 'Since', (row) => row.since),
    column('until', 'Until', (row) => <UntilCell at={row.until} />),
    column(
      'why',
      'Why',
      (row) =>
        `Over a limit ${formatCount(row.violations, ['time', 'times'])}, last: ${describeLimit(row.limit).toLowerCase()}`,
    ),
  ]
}

const shortTime = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const fullTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })

function UntilCell({ at }: { at: string }) {
  return (
    <time dateTime={at} title={withPeriods(fullTime.format(new Date(at)))}>
      {withPeriods(shortTime.format(new Date(at)))}
    </time>
  )
}
