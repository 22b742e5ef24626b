import { photoPath, photoSize } from '@alumni/shared/publications/photos'
import { Button, FileButton, Modal, TextInput } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import modalClasses from '../../ui/modal.module.css'
import { Alert } from '../../ui/alert.tsx'
import classes from './form.module.css'
import { photoFiles, photoHint, usePhotoUpload } from './photo-upload.ts'

/** Uploads a photo for a text, with the words for those who cannot see it. */
export function PictureModal({ onPicture, onClose }: { onPicture: (markdown: string) => void; onClose: () => void }) {
  const [name, setName] = useState('')
  const [words, setWords] = useState('')
  const [isAsked, setAsked] = useState(false)
  const upload = usePhotoUpload(setName)
  // What would end the words early.
  const alt = words.replace(/[[\]\n]/g, ' ').trim()

  function submit(event: FormEvent) {
    event.preventDefault()
    // The form around the text is another one.
    event.stopPropagation()
    setAsked(true)
    if (name && alt) onPicture(`\n\n![${alt}](/photos/${name})\n\n`)
  }

  return (
    <Modal opened onClose={onClose} title="A picture in the text" centered>
      <form className={modalClasses.form} onSubmit={submit} noValidate>
        <div className={classes.photo}>
          {name && (
            <img src={photoPath(name, 400)} width={photoSize(name).width} height={photoSize(name).height} alt={alt} />
          )}
          <FileButton accept={photoFiles} onChange={(file) => file && upload.mutate(file)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                loading={upload.isPending}
                leftSection={<IconPhotoPlus size={16} stroke={1.6} aria-hidden />}
              >
                {name ? 'Choose another photo' : 'Upload a photo'}
              </Button>
            )}
          </FileButton>
        </div>
        <p className="muted">{photoHint}</p>
        {upload.error && (
          <Alert tone="bad" isAlert>
            {upload.error.message}
          </Alert>
        )}
        <TextInput
          label="What it shows"
          description="Read to those who cannot see it."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={isAsked && !alt && 'Say what the picture shows.'}
          maxLength={200}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <div className={modalClasses.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!name}>
            Put it into the text
          </Button>
        </div>
      </form>
    </Modal>
  )
}
