import type { UsersPage } from '@alumni/shared/staff/users'
import { Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Dialog } from '../../ui/dialog.tsx'
import { useChangePolicy } from './queries.ts'

/** Whether administrators must have a second factor. */
export function PolicyPanel({ page: { policy, admins } }: { page: UsersPage }) {
  const [isOpen, { open, close }] = useDisclosure()
  const change = useChangePolicy(close)
  const isOn = policy.admins_need_second_factor
  return (
    <section className="panel" style={{ marginBottom: 20 }} aria-label="Second factor of administrators">
      <Switch
        label="Administrators need a second factor"
        description={`${admins.with_second_factor} of ${admins.active} active administrators ${admins.with_second_factor === 1 ? 'has' : 'have'} one.`}
        checked={isOn}
        onChange={open}
      />
      <Dialog
        title={isOn ? 'Let administrators go without?' : 'Ask administrators for a second factor?'}
        isOpen={isOpen}
        onClose={close}
        error={change.error}
        cancel="Leave it"
        submit={isOn ? 'Let them go without' : 'Ask for it'}
        focus="submit"
        isPending={change.isPending}
        onSubmit={() => change.mutate(!isOn)}
      >
        <p>{consequence(isOn, admins.active - admins.with_second_factor)}</p>
      </Dialog>
    </section>
  )
}

function consequence(isOn: boolean, without: number): string {
  if (isOn) return 'Those who have one keep it, and are asked for it as before.'
  if (without === 0) return 'All of them have one. Whoever becomes an administrator sets one up first.'
  return `${without} of them ${without === 1 ? 'has' : 'have'} none. They sign in as before, but can do nothing as administrators until they have set one up.`
}
