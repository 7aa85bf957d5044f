/** What media sent inside the body must be: a data URI (or plain base64) whose bytes are what it declares. */
import type { Fault } from './fields.ts';
import type { Upload } from './generation.ts';
import { megabyteBytes } from './limits.ts';
import type { MediaFieldRule } from './media-rule.ts';
import { counted } from './words.ts';

/** The media types of each kind, and how messages name them together. */
export const mediaTypes = {
  image: { types: ['image/jpeg', 'image/png', 'image/webp'], names: 'JPEG, PNG or WEBP' },
  video: { types: ['video/mp4', 'video/quicktime', 'video/webm'], names: 'MP4, MOV or WEBM' },
} as const;

export type UploadRule = Pick<MediaFieldRule, 'kind' | 'takes' | 'bytesMax'> & { https?: true };

/** Null when the upload is good; `field` is the name the caller would recognise. */
export function checkUpload(upload: Upload, rule: UploadRule, field: string): Fault | null {
  const fault = (type: string, message: string): Fault => ({ field, type, message });
  if (upload.fault === 'not_data_uri') return fault('media_form', formSentence(rule, field));
  if (upload.fault === 'empty' || (upload.fault === null && upload.bytes === 0)) {
    return fault('media_empty', `${field} is empty: ${formSentence(rule, 'it')}`);
  }
  if (upload.fault === 'not_base64') {
    const message = `${field} must be base64 in the standard alphabet, padded, without white space`;
    return fault('media_base64', message);
  }
  if (upload.fault === 'too_large' || upload.bytes > rule.bytesMax) {
    const megabytes = rule.bytesMax / megabyteBytes;
    return fault(
      'media_too_large',
      `${field} must be at most ${megabytes} MB (${counted(rule.bytesMax)} bytes decoded)`,
    );
  }
  const wrong = upload.declaredType === null ? plainFault(upload, rule, field) : typeFault(upload, rule, field);
  return wrong === null ? null : fault('media_type', wrong);
}

/** Which texts the field takes, as a sentence. */
export function formSentence(rule: UploadRule, field: string): string {
  const dataUri = 'a data URI (data:<mime>;base64,<data>)';
  const url = rule.https ? 'an https URL' : 'an http or https URL';
  if (rule.takes === 'url') return `${field} must be ${url}`;
  if (rule.takes === 'data-uri') return `${field} must be ${dataUri}`;
  if (rule.takes === 'url-or-data-uri') return `${field} must be ${url} or ${dataUri}`;
  return `${field} must be ${url}, ${dataUri} or plain base64 of a JPEG`;
}

/** The specification decodes plain base64 as JPEG, so anything else has to say what it is. */
function plainFault(upload: Upload, rule: UploadRule, field: string): string | null {
  if (rule.takes !== 'url-or-data-uri-or-base64') return formSentence(rule, field);
  return upload.sniffedType === 'image/jpeg' ? null : `${field} is plain base64 and not a JPEG: send a data URI`;
}

function typeFault(upload: Upload, rule: UploadRule, field: string): string | null {
  const declared = canonicalType(upload.declaredType ?? '');
  const { types, names } = mediaTypes[rule.kind];
  if (!types.some((type) => type === declared)) {
    return `${field} must be ${names} (${declared.slice(0, 60)} declared)`;
  }
  if (upload.sniffedType === declared) return null;
  const found = upload.sniffedType === null ? 'something else' : upload.sniffedType;
  return `${field} declares ${declared} but its bytes are ${found}`;
}

/** `image/jpg` is a common way to write `image/jpeg`. */
function canonicalType(type: string): string {
  const lower = type.toLowerCase();
  return lower === 'image/jpg' ? 'image/jpeg' : lower;
}
