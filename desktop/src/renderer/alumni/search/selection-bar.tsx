import { addressesReply, maxSelected, searchSelection } from '@alumni/shared/alumni/export'
import { countReach } from '@alumni/shared/champions/contact-preferences'
import { hasRole } from '@alumni/shared/staff/accounts'
import { Menu } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { post, request } from '../../http.ts'
import { useAction } from '../../ui/use-action.ts'
import { copyLines } from '../../ui/copy-text.ts'
import { useSession } from '../../domain/session/session.ts'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { NoteAskButton } from '../../domain/asks/note-ask.tsx'
import { ExportSelectedButton } from './export-dialog.tsx'
import { searchUrl } from './queries.ts'
import { describeLeftOut } from './describe-reach.ts'
import { queryOf, type SearchParams } from './search-params.ts'
import type { useSelection } from './use-selection.ts'
import { WriteLetterButton } from '../../domain/letters/start-letter.tsx'
import { SelectionBar } from '../../domain/searches/results.tsx'
import { Button } from '../../ui/button.tsx'

type SelectedPeopleProps = {
  selection: ReturnType<typeof useSelection>
  params: SearchParams
  matching: number | undefined
}

export function SelectedPeopleBar({ selection: { selected, add, clear }, params, matching = 0 }: SelectedPeopleProps) {
  const isStaff = hasRole(useSession().user.role, 'staff')
  const selectAll = useAction(() => request(`${searchUrl}/selection?${queryOf(params)}`, searchSelection), {
    onDone: ({ people }) => add(people),
  })
  const buids = [...selected.keys()]
  const living = buids.filter((buid) => selected.get(buid) !== 'deceased')
  const copyAddresses = useAction(() => post(`${searchUrl}/addresses`, addressesReply, { buids }), {
    onDone({ addresses, reach }) {
      const leftOut = describeLeftOut(reach)
      const message = `${formatCount(addresses.length, ['address is', 'addresses are'])} copied, one per line.`
      return copyLines(addresses, leftOut ? `${message} Left out: ${leftOut}.` : message)
    },
  })
  if (selected.size === 0) return null
  const reach = countReach(selected.values())
  const leftOut = describeLeftOut(reach)
  const canSelectAll = isStaff && matching > selected.size && matching <= maxSelected
  return (
    <SelectionBar
      label="Selected people"
      title={`${formatNumber(selected.size)} selected`}
      detail={leftOut && `${formatNumber(reach.may_be_emailed)} can be e-mailed; ${leftOut}.`}
    >
      {canSelectAll && (
        <Button variant="subtle" loading={selectAll.isPending} onClick={() => selectAll.mutate()}>
          Select all {formatNumber(matching)}
        </Button>
      )}
      <Button variant="subtle" onClick={clear}>
        Clear
      </Button>
      <Menu position="top-start">
        <Menu.Target>
          <Button variant="default" icon={IconCopy} loading={copyAddresses.isPending}>
            Copy
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            onClick={() =>
              void copyLines(buids, `${formatCount(buids.length, ['BUID is', 'BUIDs are'])} copied, one per line.`)
            }
          >
            {formatCount(selected.size, ['BUID', 'BUIDs'])}
          </Menu.Item>
          {isStaff && (
            <Menu.Item disabled={reach.may_be_emailed === 0} onClick={() => copyAddresses.mutate()}>
              {formatCount(reach.may_be_emailed, ['address', 'addresses'])}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isStaff && (
        <>
          <WriteLetterButton
            list={{ from: 'people', buids }}
            people={selected.size}
            label={`Write to ${formatNumber(selected.size)}`}
          />
          {living.length > 0 && <NoteAskButton buids={living} />}
          <ExportSelectedButton buids={buids} />
        </>
      )}
    </SelectionBar>
  )
}
