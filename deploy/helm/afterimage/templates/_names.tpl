{{- define "afterimage.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "afterimage.labels" -}}
app.kubernetes.io/name: afterimage
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- define "afterimage.selector" -}}
app.kubernetes.io/name: afterimage
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end -}}

{{- define "afterimage.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{- define "afterimage.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: {type: RuntimeDefault}
{{- end -}}

{{- define "afterimage.containerSecurity" -}}
readOnlyRootFilesystem: true
allowPrivilegeEscalation: false
capabilities: {drop: [ALL]}
{{- end -}}

{{/* The secret of the pods, or the one that only the migration job gets. */}}
{{- define "afterimage.secretEnv" -}}
{{- range $name, $key := .keys }}
- name: {{ $name }}_FILE
  value: /run/secrets/afterimage/{{ $key }}
{{- end }}
{{- end -}}

{{- define "afterimage.env" -}}
- name: HOST
  value: 0.0.0.0
- name: AFTERIMAGE_PUBLIC_URL
  value: {{ .Values.publicUrl | quote }}
- name: AFTERIMAGE_MIGRATE
  value: "off"
- name: AFTERIMAGE_STOP_SECONDS
  value: {{ .Values.stopSeconds | quote }}
{{- with .Values.media }}
{{- if .url }}
- name: AFTERIMAGE_MEDIA
  value: {{ .url | quote }}
- name: AWS_REGION
  value: {{ .region | quote }}
- name: AWS_ACCESS_KEY_ID
  value: {{ .accessKeyId | quote }}
- name: AWS_SECRET_ACCESS_KEY_FILE
  value: /run/secrets/afterimage/{{ .secretKey }}
{{- with .endpoint }}
- name: AWS_ENDPOINT_URL_S3
  value: {{ . | quote }}
{{- end }}
{{- end }}
{{- end }}
{{- with .Values.trustedProxies }}
- name: AFTERIMAGE_TRUSTED_PROXIES
  value: {{ . | quote }}
{{- end }}
{{- if .Values.settingsFile }}
- name: AFTERIMAGE_CONFIG
  value: /etc/afterimage/afterimage.yaml
{{- end }}
{{- if .Values.enginesFile }}
- name: AFTERIMAGE_ENGINES
  value: /etc/afterimage/engines.yaml
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{ include "afterimage.secretEnv" .Values.secret }}
{{- with .Values.secret.env }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "afterimage.mounts" -}}
- {name: data, mountPath: /data}
- {name: tmp, mountPath: /tmp}
- {name: secrets, mountPath: /run/secrets/afterimage, readOnly: true}
{{- if or .Values.settingsFile .Values.enginesFile }}
- {name: settings, mountPath: /etc/afterimage, readOnly: true}
{{- end }}
{{- end -}}

{{- define "afterimage.volumes" -}}
{{- if .Values.media.url }}
- {name: data, emptyDir: {}}
{{- else }}
- {name: data, persistentVolumeClaim: {claimName: {{ .Values.media.claim }}}}
{{- end }}
- {name: tmp, emptyDir: {}}
- name: secrets
  secret: {secretName: {{ .Values.secret.name | quote }}, defaultMode: 0440}
{{- if or .Values.settingsFile .Values.enginesFile }}
- name: settings
  configMap: {name: {{ include "afterimage.name" . }}}
{{- end }}
{{- end -}}

{{/* A change of the files starts the pods anew. */}}
{{- define "afterimage.fileSum" -}}
afterimage/files: {{ printf "%s%s" .Values.settingsFile .Values.enginesFile | sha256sum | trunc 16 | quote }}
{{- end -}}
