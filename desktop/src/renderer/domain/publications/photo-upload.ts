import { maxPhotoMb, photoReply, photoTypes } from '@alumni/shared/publications/photos'
import { useMutation } from '@tanstack/react-query'
import { request } from '../../http.ts'

export const photoFiles = photoTypes.join(',')
export const photoHint = `JPEG, PNG, WebP or AVIF, up to ${maxPhotoMb} MB. Where and when it was taken is removed.`

/** Sends a photo; the server makes it in several sizes and answers its name. */
export function usePhotoUpload(onUploaded: (name: string) => void) {
  return useMutation({
    mutationFn: async (file: File) => {
      if (file.size > maxPhotoMb * 1024 * 1024)
        throw new Error(`This photo is larger than ${maxPhotoMb} MB. Make it smaller, then choose it again.`)
      const form = new FormData()
      form.append('file', file)
      return request('/champion_signups/photos', photoReply, { method: 'POST', body: form })
    },
    onSuccess: ({ name }) => onUploaded(name),
  })
}
