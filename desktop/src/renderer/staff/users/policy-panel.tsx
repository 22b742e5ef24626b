import type { UsersPage } from '@alumni/shared/staff/users'
import { Button, Modal, Switch } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Sentence } from '../../ui/sentence.tsx'
import { useChangePolicy } from './queries.ts'
import modal from '../../ui/modal.module.css'
import classes from './users.module.css'

/** Whether administrators must have a second factor. */
export function PolicyPanel({ page: { policy, admins } }: { page: UsersPage }) {
  const [isAsking, { open, close }] = useDisclosure()
  const change = useChangePolicy(close)
  const isOn = policy.admins_need_second_factor
  const without = admins.active - admins.with_second_factor
  return (
    <section className={classes.policy} aria-label="Second factor of administrators">
      <Switch
        label="Administrators need a second factor"
        description={`${admins.with_second_factor} of ${admins.active} active administrators ${admins.with_second_factor === 1 ? 'has' : 'have'} one.`}
        checked={isOn}
        onChange={open}
      />
      <Modal
        opened={isAsking}
        onClose={close}
        title={isOn ? 'Let administrators go without?' : 'Ask administrators for a second factor?'}
        centered
      >
        <div className={modal.form}>
          {change.error && <Sentence tone="bad" isAlert title={change.error.message} />}
          <p>
            {isOn
              ? 'Those who have one keep it, and are asked for it as before.'
              : without === 0
                ? 'All of them have one. Whoever becomes an administrator sets one up first.'
                : `${without} of them ${without === 1 ? 'has' : 'have'} none. They sign in as before, but can do nothing as administrators until they have set one up.`}
          </p>
          <div className={modal.buttons}>
            <Button variant="default" onClick={close}>
              Leave it
            </Button>
            <Button loading={change.isPending} onClick={() => change.mutate(!isOn)} data-autofocus>
              {isOn ? 'Let them go without' : 'Ask for it'}
            </Button>
          </div>
        </div>
      </Modal>
    </section>
  )
}
