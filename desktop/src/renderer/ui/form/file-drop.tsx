import { Anchor, Stack } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import type { Icon } from '@tabler/icons-react'
import { useRef } from 'react'
import classes from './file-drop.module.css'
import { notifyRefusedDrop } from './use-stray-drops.ts'

type FileDropProps = { icon: Icon; text: string; hint: string; label: string; onFile: (file: File) => void }

export function FileDrop({ icon: Picture, text, hint, label, onFile }: FileDropProps) {
  const openChooser = useRef<() => void>(null)
  return (
    <Dropzone
      onDrop={() => undefined}
      onDropAny={(files, others) => {
        const [file] = files
        if (file && others.length === 0) onFile(file)
        else notifyRefusedDrop()
      }}
      multiple={false}
      className={classes.zone}
      openRef={openChooser}
      activateOnKeyboard={false}
      tabIndex={-1}
      inputProps={{ 'aria-label': label }}
    >
      <Stack className={classes.inner} align="center" gap={8} ta="center">
        <Picture size={30} stroke={1.3} color="var(--ink-soft)" aria-hidden />
        <div>
          <strong>{text}</strong>
          {' or '}
          <Anchor
            component="button"
            type="button"
            underline="always"
            onClick={(event) => {
              // Otherwise, the drop zone would open the file chooser too.
              event.stopPropagation()
              openChooser.current?.()
            }}
          >
            choose one
          </Anchor>
        </div>
        <span className="muted">{hint}</span>
      </Stack>
    </Dropzone>
  )
}
