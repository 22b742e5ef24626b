import type { ApiKey } from '@alumni/shared/staff/api-keys'
import { Modal, Table, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { dayWords } from '../../ui/words/days.ts'
import { count, countOf } from '../../ui/words/numbers.ts'
import classes from './usage.module.css'

/** Requests a day as small bars; a click shows the numbers. */
export function Usage({ apiKey: { name, usage }, days }: { apiKey: ApiKey; days: readonly string[] }) {
  const [isOpen, { open, close }] = useDisclosure()
  const byDay = new Map(usage.map((day) => [day.day, day]))
  const most = Math.max(1, ...usage.map(({ requests }) => requests))
  const total = usage.reduce((sum, { requests }) => sum + requests, 0)
  if (total === 0) return <span className="muted">No requests</span>
  return (
    <>
      <UnstyledButton
        className={classes.usage}
        onClick={open}
        aria-label={`${countOf(total, ['request', 'requests'])} with ${name} in the last ${countOf(days.length, ['day', 'days'])}: show each day`}
      >
        <span className={classes.bars} aria-hidden>
          {days.map((day) => (
            <span key={day} style={{ height: `${Math.ceil(((byDay.get(day)?.requests ?? 0) / most) * 100)}%` }} />
          ))}
        </span>
        <span className={classes.total}>{count(total)}</span>
      </UnstyledButton>
      <Modal opened={isOpen} onClose={close} title={`Use of ${name}`} centered>
        <Table ta="right" horizontalSpacing={8}>
          <Table.Caption className="visually-hidden">Use of {name} by day</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Day (UTC)</Table.Th>
              <Table.Th scope="col">Requests</Table.Th>
              <Table.Th scope="col">Engagements received</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {usage.toReversed().map(({ day, requests, rows }) => (
              <Table.Tr key={day}>
                <Table.Th scope="row">{dayWords(day)}</Table.Th>
                <Table.Td>{count(requests)}</Table.Td>
                <Table.Td>{count(rows)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Modal>
    </>
  )
}
