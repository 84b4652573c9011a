{{- define "kontor.labels" -}}
app.kubernetes.io/name: kontor
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "kontor.selector" -}}
app.kubernetes.io/name: kontor
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* What each pod has in common: nobody special, and nothing to write to but /tmp and /data, which go with it. */}}
{{- define "kontor.pod" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: {}
  - name: data
    emptyDir: {}
  - name: signing
    secret:
      secretName: {{ required "secrets.signingCertificate names the secret with kontor.p12" .Values.secrets.signingCertificate }}
      defaultMode: 0440
{{- end }}

{{- define "kontor.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - name: tmp
    mountPath: /tmp
  - name: data
    mountPath: /data
  - name: signing
    mountPath: /etc/kontor
    readOnly: true
envFrom:
  - secretRef:
      name: {{ required "secrets.settings names the secret with DATABASE_URL and SECRET_KEY" .Values.secrets.settings }}
{{- end }}

{{- define "kontor.env" -}}
- name: WORKERS
  value: {{ ternary "none" "inline" (gt (int .Values.worker.replicas) 0) }}
- name: SIGNING_CERTIFICATE
  value: /etc/kontor/kontor.p12
- name: SIGNING_CERTIFICATE_PASSWORD
  valueFrom:
    secretKeyRef:
      name: {{ .Values.secrets.signingCertificate }}
      key: password
      optional: true
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
