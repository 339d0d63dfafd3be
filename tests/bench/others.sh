#!/bin/sh
# The same work by other tools, timed side by side by hyperfine: reading 3,400 compilers and their sources as JSON, a file each, and
# finding those that run on CUDA. Prints two tables in Markdown, and what each tool answers. Needs hyperfine, jq, python3,
# vd (VisiData) and rg (ripgrep). SIZE: records.
set -eu

build=${B:-build}
program=${PROGRAM:-./kernatlas}
n=${SIZE:-3400}
folder=$build/bench-json-$n
work=$folder/other

for tool in hyperfine jq python3 vd rg; do
	command -v "$tool" > /dev/null || { echo "others.sh: $tool is not installed" >&2; exit 2; }
done
if [ ! -e "$work/all.jsonl" ]; then
	yaml=$build/bench-$n
	[ -d "$yaml" ] || "$build/tests/bench/generate" "$yaml" "$n"
	mkdir -p "$work"
	"$program" --no-cache -r "$yaml" list type:any --format jsonl > "$work/records"
	python3 - "$folder/records" "$work/records" << 'EOF'
import json, os, sys

for line in open(sys.argv[2]):
    record = json.loads(line)
    folder = f"{sys.argv[1]}/data/{record['type']}s"
    os.makedirs(folder, exist_ok=True)
    json.dump(record, open(f"{folder}/{record['id']}.json", "w"))
EOF
	mv "$work/records" "$work/all.jsonl"
fi

cat > "$work/count.py" << 'EOF'
import glob, json, sys

print(len([json.load(open(name)) for name in glob.glob(sys.argv[1] + "/data/*/*.json")]))
EOF
cat > "$work/cuda.py" << 'EOF'
import glob, json, sys

records = [json.load(open(name)) for name in glob.glob(sys.argv[1] + "/data/*/*.json")]
print(len([r for r in records if "cuda" in (r.get("target_backends") or [])]))
EOF
cat > "$work/cuda.vdj" << 'EOF'
{"longname": "select-expr", "input": "'cuda' in (target_backends or [])"}
{"longname": "dup-selected"}
EOF

records=$folder/records
ours_load="$program --no-cache -r $records list type:any --count"
jq_load="find $records -name '*.json' -print0 | xargs -0 cat | jq -s length"
python_load="python3 $work/count.py $records"
vd_load="vd -b $work/all.jsonl -o $work/out.tsv"
ours_cuda="$program --no-cache -r $records list backend:cuda --count"
jq_cuda="find $records -name '*.json' -print0 | xargs -0 cat | jq -n '[inputs | select(.target_backends // [] | index(\"cuda\"))] | length'"
python_cuda="python3 $work/cuda.py $records"
vd_cuda="vd -b -p $work/cuda.vdj $work/all.jsonl -o $work/out.tsv"
rg_cuda="rg -l '\"target_backends\": \\[[^]]*\"cuda\"' $records"

echo "answers: kernatlas $(sh -c "$ours_load"), jq $(sh -c "$jq_load"), python $(sh -c "$python_load")"
echo "on cuda: kernatlas $(sh -c "$ours_cuda"), jq $(sh -c "$jq_cuda"), python $(sh -c "$python_cuda"), rg $(sh -c "$rg_cuda" | wc -l)"
hyperfine -w 1 -m 5 --style none --export-markdown "$work/load.md" "$ours_load" "$jq_load" "$python_load" "$vd_load" > /dev/null
hyperfine -w 1 -m 5 --style none --export-markdown "$work/cuda.md" "$ours_cuda" "$jq_cuda" "$python_cuda" "$vd_cuda" "$rg_cuda" \
	> /dev/null
cat "$work/load.md" "$work/cuda.md"
