import { Group, Kbd, Switch } from '@mantine/core'
import { Modal } from '../ui/form/modal.tsx'
import { hasRole, type Role } from '@alumni/shared/staff/accounts'
import { flattenSections, listSections } from './sections.ts'
import { useLetterKeys } from '../ui/use-letter-key.ts'

type KeyboardHelpProps = { opened: boolean; onClose: () => void; role: Role | undefined }

export function KeyboardHelp({ opened, onClose, role }: KeyboardHelpProps) {
  const [isOn, setOn] = useLetterKeys()
  const sections = role
    ? flattenSections(listSections(role)).flatMap(({ title, keys }) =>
        keys ? [{ title: `Go to ${title}`, keys }] : [],
      )
    : []
  const rows = [
    { title: 'Find a person, a page or an action', keys: '/' },
    { title: 'The same, also while you type', keys: 'Ctrl/⌘+K' },
    { title: 'Filter a search', keys: 'f' },
    { title: 'This help', keys: '?' },
    { title: 'Collapse or expand the menu', keys: '[' },
    ...sections,
    { title: 'Next and previous row of a table', keys: 'j k' },
    { title: 'On a profile: the next and previous person of the list you came from', keys: 'j k' },
    { title: 'On a profile: copy the BUID', keys: 'c' },
    { title: 'Open the row', keys: 'Enter' },
    { title: 'Select the row; with Shift all rows from the last one', keys: 'x' },
    { title: 'Leave a search box, and clear it', keys: 'Esc' },
    { title: 'Copy the BUID or the e-mail of the row', keys: 'c e' },
    ...(role && hasRole(role, 'staff')
      ? [
          { title: 'Edit the contact details of a profile', keys: 'e' },
          { title: 'Choose a person, or none, in batch search', keys: '1 … 9 0' },
          { title: 'Accept, decline or choose an answer to an opportunity', keys: 'a d x' },
          { title: 'Link a signup, skip it, undo the last link', keys: 'l s u' },
          { title: 'At an event: attended, absent, not marked', keys: 'a m u' },
        ]
      : []),
  ]
  return (
    <Modal opened={opened} onClose={onClose} title="Keyboard shortcuts">
      <dl>
        {rows.map((row) => (
          <Group key={row.title + row.keys} justify="space-between" mih={36} className="ruled">
            <dt>{row.title}</dt>
            <dd style={{ display: 'flex', gap: 4 }}>
              {row.keys.split(/[ +]/).map((key) => (
                <Kbd key={key} size="sm">
                  {key}
                </Kbd>
              ))}
            </dd>
          </Group>
        ))}
      </dl>
      <Switch
        mt="md"
        label="Single-letter shortcuts"
        description="Turn these off if you dictate text or use an assistive tool that sends letters."
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    </Modal>
  )
}
