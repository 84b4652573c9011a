package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

type Event struct {
	ID    string          `json:"id"`
	Event string          `json:"event"`
	Data  json.RawMessage `json:"data"`
}

// verify answers the event of a delivery, if it is from us and new. body is the request's body as it came, unparsed.
func verify(body []byte, headers http.Header, secret string) (event Event, err error) {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > 300 {
		return event, errors.New("this delivery is too old, or not of this time")
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return event, err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	for _, each := range strings.Fields(headers.Get("webhook-signature")) {
		given, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(each, "v1,"))
		if err == nil && hmac.Equal(given, mac.Sum(nil)) {
			return event, json.Unmarshal(body, &event)
		}
	}
	return event, errors.New("this delivery is not signed with our secret")
}

// Try it: WEBHOOK_SECRET, WEBHOOK_ID, WEBHOOK_TIMESTAMP and WEBHOOK_SIGNATURE from the environment, the body on stdin.
func main() {
	headers := http.Header{}
	for _, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		headers.Set(name, os.Getenv(strings.ToUpper(strings.ReplaceAll(name, "-", "_"))))
	}
	body, _ := io.ReadAll(os.Stdin)
	event, err := verify(body, headers, os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(event.Event)
}
