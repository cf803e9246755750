/** Where files are kept, as the environment sets it. */
import { optional, row } from './config-row.ts';

const onOff = (text: string | undefined) => {
  if (text !== undefined && !/^(1|yes|true|on|0|no|false|off)$/i.test(text)) throw new Error('must be on or off');
  return text !== undefined && /^(1|yes|true|on)$/i.test(text);
};

export const filesConfig = {
  storage: row({
    env: 'STORAGE',
    about: 'Where files are kept: a directory, or s3://bucket/prefix for a store that speaks S3.',
    standard: 'DATA_DIR/files',
    read: (text: string | undefined) => {
      if (text?.startsWith('s3:') === true && !/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w./-]*)?$/.test(text))
        throw new Error('must be a directory or s3://bucket/prefix');
      return text ?? null;
    },
  }),
  s3Endpoint: row({
    env: 'S3_ENDPOINT',
    about: 'Address of the store when STORAGE is s3://….',
    standard: 'Amazon’s for the region',
    read: (text: string | undefined) => {
      if (text !== undefined && (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)))
        throw new Error('must be an address such as https://s3.example.org');
      return text ?? null;
    },
  }),
  s3Region: row({
    env: 'S3_REGION',
    about: 'Region of the store.',
    standard: 'us-east-1',
    read: (text: string | undefined) => text ?? 'us-east-1',
  }),
  s3AccessKey: row({ env: 'S3_ACCESS_KEY', about: 'Access key of the store.', standard: 'of the machine', read: optional }),
  s3SecretKey: row({
    env: 'S3_SECRET_KEY',
    about: 'Secret key of the store.',
    standard: 'of the machine',
    secret: true,
    read: optional,
  }),
  s3PathStyle: row({
    env: 'S3_PATH_STYLE',
    about: 'Whether the bucket stands in the path and not in the host name: on or off.',
    standard: 'off',
    read: onOff,
  }),
  clamdUrl: row({
    env: 'CLAMD_URL',
    about: 'The virus scanner clamd, which looks at each file of a library before it is served: tcp://host:3310 or unix:/path.',
    standard: 'none; files are not scanned',
    read: (text: string | undefined) => {
      if (text !== undefined && !/^(tcp:\/\/[^/\s:]+(:\d{1,5})?\/?|unix:\/\S+)$/.test(text))
        throw new Error('must be tcp://host:3310 or unix:/path');
      return text ?? null;
    },
  }),
  libreOffice: row({
    env: 'LIBREOFFICE',
    about: 'The program soffice of LibreOffice, which turns office files of libraries and of meetings into pages.',
    standard: '/usr/bin/soffice',
    read: (text: string | undefined) => text ?? '/usr/bin/soffice',
  }),
  libreOfficeNetwork: row({
    env: 'LIBREOFFICE_NETWORK',
    about: 'Whether LibreOffice may run with the network of this machine where the system refuses it one of its own: on or off.',
    standard: 'off',
    read: onOff,
  }),
};
