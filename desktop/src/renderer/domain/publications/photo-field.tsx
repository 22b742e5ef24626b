import { maxPhotoMb, photoPath, photoReply, photoSize, photoTypes } from '@alumni/shared/publications/photos'
import { FileButton, Group, Image, Input } from '@mantine/core'
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ConflictingValue } from '../../ui/form/edit-form.tsx'
import { useAction } from '../../ui/use-action.ts'
import { uploadFile } from '../files/upload-file.ts'
import { TextField, usePublicationFormContext } from './fields.tsx'
import classes from './form.module.css'
import { Button } from '../../ui/button.tsx'

export const photoHint = `JPEG, PNG, WebP or AVIF, up to ${maxPhotoMb} MB. The place and time of the photo are removed.`

/** Uploads a photo and passes its stored name to `onUploaded`. */
export function usePhotoUpload(onUploaded: (name: string) => void) {
  return useAction(
    async (file: File) => {
      if (file.size > maxPhotoMb * 1024 * 1024)
        throw new Error(`This photo is larger than ${maxPhotoMb} MB. Make it smaller, then choose it again.`)
      return uploadFile('/champion_signups/photos', file, photoReply)
    },
    { isErrorInline: true, onDone: ({ name }) => onUploaded(name) },
  )
}

type PhotoChoiceProps = { name: string; alt: string; upload: ReturnType<typeof usePhotoUpload>; children?: ReactNode }

export function PhotoChoice({ name, alt, upload, children }: PhotoChoiceProps) {
  return (
    <Group gap="8px 12px" my={4}>
      {name && (
        <Image src={photoPath(name, 400)} {...photoSize(name)} alt={alt} w={200} h="auto" mah={200} radius={8} />
      )}
      <FileButton accept={photoTypes.join(',')} onChange={(file) => file && upload.mutate(file)}>
        {(props) => (
          <Button {...props} variant="default" loading={upload.isPending} icon={IconPhotoPlus}>
            {name ? 'Choose another photo' : 'Upload a photo'}
          </Button>
        )}
      </FileButton>
      {children}
    </Group>
  )
}

export function PictureFields() {
  const form = usePublicationFormContext()
  const photo = String(form.values.photo)
  const upload = usePhotoUpload((name) => form.set('photo', name))
  const conflicting = form.conflictingValueOf('photo')
  function remove() {
    form.set('photo', '')
    form.set('photo_alt', '')
  }
  return (
    <>
      <Input.Wrapper
        className={classes.wide}
        label="Photo"
        labelElement="div"
        description={photo ? undefined : photoHint}
        error={upload.error?.message ?? form.errors.photo}
      >
        <PhotoChoice name={photo} alt={String(form.values.photo_alt)} upload={upload}>
          {photo && (
            <Button variant="subtle" color="red" icon={IconTrash} onClick={remove}>
              Remove it
            </Button>
          )}
        </PhotoChoice>
        {conflicting !== undefined && (
          <ConflictingValue
            field="Photo"
            value={conflicting ? 'another photo' : 'no photo'}
            onUse={() => form.set('photo', conflicting)}
          />
        )}
      </Input.Wrapper>
      {photo && (
        <TextField
          name="photo_alt"
          label="What the photo shows"
          hint="Read aloud to people who cannot see it: “Four rowers carry a boat to the river”."
          max={200}
          isWide
        />
      )}
    </>
  )
}
