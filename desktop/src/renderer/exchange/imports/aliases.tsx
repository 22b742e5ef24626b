import { ActionIcon, Tooltip } from '@mantine/core'
import { importTypeNames, type ImportTypePage } from '@alumni/shared/exchange/imports'
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { IconArrowRight, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { request } from '../../http.ts'
import classes from './panel.module.css'

/** The columns that someone assigned by hand, remembered for the next file. */
export function Aliases({ page }: { page: ImportTypePage }) {
  const queryClient = useQueryClient()
  const forget = useMutation({
    mutationFn: (header: string) =>
      request(`/settings/imports/${page.type}/aliases`, z.unknown(), { method: 'DELETE', body: { header } }),
    onSuccess: (_, header) => notifications.show({ message: `“${header}” is forgotten.` }),
    onError: (error) =>
      notifications.show({ color: 'red', title: 'Nothing has been removed', message: error.message, role: 'alert' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['imports', page.type, 'type'] }),
  })
  const labels = new Map(page.fields.map((field) => [field.field, field.label]))
  const ask = (header: string) =>
    modals.openConfirmModal({
      title: `Forget “${header}”?`,
      children: `Later ${importTypeNames[page.type].title.toLowerCase()} files with this column leave it out until someone assigns it again. Imports so far stay as they are.`,
      labels: { confirm: 'Forget it', cancel: 'Keep it' },
      onConfirm: () => forget.mutate(header),
    })

  if (page.aliases.length === 0) return null
  return (
    <section className={classes.panel}>
      <h2>Remembered columns</h2>
      <p className="muted">Assigned by hand in an earlier review and used for every file since.</p>
      <ul className={classes.pairs}>
        {page.aliases.map(({ header, field }) => (
          <li key={header}>
            <span className={classes.pair}>
              {header} <IconArrowRight size={13} stroke={1.8} aria-label="fills" /> {labels.get(field) ?? field}
            </span>
            <Tooltip label="Forget this column">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Forget the column ${header}`}
                loading={forget.isPending && forget.variables === header}
                onClick={() => ask(header)}
              >
                <IconTrash size={16} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          </li>
        ))}
      </ul>
    </section>
  )
}
